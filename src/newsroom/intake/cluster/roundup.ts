/** Detects items about many happenings. They would join unrelated events, so they are never clustered. */
import { withoutSections } from '../../../text/headline.ts';

const KINDS = '(?:morning|evening|daily|weekly|weekend|lunchtime|midday|election|market|news)';
const PATTERNS: readonly RegExp[] = [
  /^\s*(?:\d+|two|three|four|five|six|seven|eight|nine|ten)\s+(?:\w+\s+)?(?:things|stories|takeaways|headlines|charts|ways)\b/i,
  new RegExp(`\\b${KINDS}\\s+(?:round-?up|digest|bulletin|wrap|recap|quiz|newsletter)\\b`, 'i'),
  // Inside a sentence a briefing is one that somebody gave.
  new RegExp(`\\b${KINDS}\\s+briefing\\s*[:|]`, 'i'),
  new RegExp(`^\\W*(?:(?:the|your|our|this|\\w+day|[\\w.]+['’]s)\\s+)*${KINDS}\\s+briefing\\b`, 'i'),
  /\b(?:the\s+week|the\s+day|news|world|photos|today|sport)\s+in\s+(?:brief|pictures|review|photos)\b/i,
  /^\s*(?:what\s+to\s+(?:know|watch|read)|what\s+you\s+need\s+to\s+know|top\s+(?:stories|headlines)|today['’]s\s+(?:papers|headlines|top|front)|newspaper\s+headlines|front\s+pages?)\b/i,
  /^\s*live\s*(?:updates|blog)?(?:\s*[:|–]|\s+-)/i,
  // 「成今日焦點」 tells of one happening.
  /(?<![成為是])(?:新聞|時事|晨早|早晨|晚間|今日|一周|一週|本周|本週|每日|財經)(?:重點|摘要|簡報|焦點|回顧|總覽|懶人包|速覽|精選|要聞)/u,
  /(?:今日|明日)報章(?:頭條|頭版)|各報頭條/u,
];

/** Why the item must not be clustered; undefined for news about one happening. */
export function roundupReason(title: string): 'roundup' | 'multi_topic' | undefined {
  const headline = withoutSections(title);
  if (PATTERNS.some((pattern) => pattern.test(headline))) return 'roundup';
  // "Budget passed; storm nears coast; striker signs": three statements in a row.
  const parts = headline.split(/[;；|]/).filter((part) => part.trim().length >= 8);
  return parts.length >= 3 ? 'multi_topic' : undefined;
}
