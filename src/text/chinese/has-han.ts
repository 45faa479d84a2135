/** Whether a text has a Chinese character. One is enough: people who write Chinese mix English names into it. */
export function hasHan(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}
