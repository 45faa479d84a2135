/** A remark of a language model: a text, or an object of which the texts are its parts. */
import { z } from 'zod';
import { isObject } from './is-object.ts';

/** Reads a remark as one text. */
export const writtenRemark = z.preprocess(
  (said) =>
    isObject(said)
      ? Object.values(said)
          .filter((part) => typeof part === 'string')
          .join(': ')
      : said,
  z.string(),
);
