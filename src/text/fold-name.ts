/** The form in which typed names are compared: without case, width, outer white space and what nobody can see. */
export function foldName(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .trim()
    .toLowerCase();
}

/** Whether a name has these words, from the beginning of a word: "Port closes" has "port", and "Airport" hasn't. */
export function hasWords(name: string, words: string): boolean {
  const [folded, wanted] = [foldName(name), foldName(words)];
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1))
    if (!/[\p{Script=Latin}\p{N}]{2}/u.test(folded.slice(at - 1, at + 1))) return true;
  return false;
}
