/** Unicode's line breaking (UAX 14); the package has no types of its own. */
declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string);
    /** The next place where a line may or must end; null at the end. */
    nextBreak(): { readonly position: number; readonly required?: boolean } | null;
  }
}
