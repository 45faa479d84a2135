/** Where the newsroom says what it does: the part of a pino logger that it uses. Fields first, then the message. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
