/** For `catch`: a file that isn't there is undefined; any other error is thrown on. */
export function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
