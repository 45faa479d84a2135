/** For `catch`: returns undefined when the file doesn't exist, and throws any other error. */
export function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
