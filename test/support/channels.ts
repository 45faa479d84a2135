/** The channels of the house are registered before any test makes a key of them. */
import '../../src/main/channels.ts';
