import { scriptless } from './chinese/scripts.ts';

const WHEN = new RegExp(
  scriptless(
    '\\d|\\b(?:until|till?|for|an?|half|one|two|three|four|five|six|seven|eight|nine|ten|twelve) ?(?:an? )?(?:seconds?|minutes?|min|hours?|days?|weeks?|months?)\\b|\\b(?:until|till|today|tonight|tomorrow|noon|midnight|morning|afternoon|evening|weekend|week|month|\\w+day)\\b|[點时時]|分鐘|小時|鐘|[今明後聽][日天晚早]|星期|禮拜|[週周]|直[至到]|之前|之後|為止|[一二兩三四五六七八九十半][日天]',
  ),
  'iu',
);

/** Whether a text speaks of a time or a while at all. */
export function saysWhen(text: string): boolean {
  return WHEN.test(scriptless(text));
}
