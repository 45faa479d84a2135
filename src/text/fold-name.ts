/** The form in which typed names are compared: without case, width and outer white space. */
export function foldName(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}
