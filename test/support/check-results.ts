/** Every result of a method is held against its schema, in all tests that have a desk in their process. */
import { checkResults } from '../../src/feature/rpc-method.ts';

checkResults();
