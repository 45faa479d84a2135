/** For the command line, which imports rooms through `main`. */
// ts-unused-exports:disable-next-line
export { JOB_SCHEMA_NAMES, jobSchema } from '../batches/json-schemas.ts';
