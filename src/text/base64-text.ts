import { z } from 'zod';

const ALPHABET = /^[A-Za-z0-9+/_\s-]*={0,2}\s*$/;

/** Bytes as base64 or base64url text, padded or not, in one or several lines. */
// ts-unused-exports:disable-next-line
export const base64Text = z
  .string()
  .refine((text) => ALPHABET.test(text), 'is no base64')
  .transform((text) => Buffer.from(text, 'base64'));
