/** Whether words that are written down in somebody's name have an address, or a mention, that they didn't give. */
import { withoutUnseen } from './links.ts';

const PIECE = /[^\s<>()[\]"“”「」『』，。、；：]+/gu;
/** "evil.example", "https://evil.example", "@everyone", "ann@example.org". */
const ADDRESS = /[\p{L}\p{N}]\.\p{L}{2}|:\/\/|@\S/u;
const TRAILING = /[.,;:!?'*_]+$/u;

/** @param own what the person wrote */
export function addsAddress(own: string, words: string): boolean {
  const given = withoutUnseen(own).toLowerCase();
  const pieces = withoutUnseen(words).toLowerCase().match(PIECE) ?? [];
  return pieces.some((piece) => ADDRESS.test(piece) && !given.includes(piece.replace(TRAILING, '')));
}
