export { remind as chat } from './remind.ts';
