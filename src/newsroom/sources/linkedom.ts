/**
 * linkedom, whose nodes keep no listeners.
 *
 * It puts an empty map of listeners into a `WeakMap` for each element, text and attribute: with the garbage collection
 * that follows, a third of a page's time. Nobody listens to a page here.
 */
import { restoreWeakMap } from './weak-map-without-empty-maps.ts';
import { parseHTML } from 'linkedom';

restoreWeakMap();

export { parseHTML };
