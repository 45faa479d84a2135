/** "Which job wrote this?", "Why was it posted?": answered from the story record of the thread. */
import { z } from 'zod';
import type { Locale } from '../../time/locale.ts';

const ASKS =
  /\bwhy (?:did|have) (?:you|the desk) (?:pick(?:ed)?|choose|chosen|post(?:ed)?|writ(?:e|ten)|publish(?:ed)?|select(?:ed)?) (?:this|that|it|the story)\b|\b(?:which|what) (?:job|automation|run|task|planner|schedule)\b.*\b(?:wrote|made|posted?|ordered|created|published|picked|chose|is this|was this)\b|\bwho (?:wrote|ordered|posted|picked|chose) (?:this|the|it)\b(?: (?:story|post|article|thread))?$|\bwhy (?:was|is|did|has|were) (?:this|it|that|the (?:story|post|article)|you)(?: (?:story|post|article))?(?: been)? ?(?:posted?|picked?|chosen|choose|published?|written|write|here)\b(?: (?:this|it))?|\bwhere does this (?:story|post) come from$|(?:邊個|哪個|哪項|咩|什麼)(?:任務|排程|自動化|工作).*(?:寫|出|發|揀|選)|(?:點解|為什麼|為何)(?:會)?(?:揀|選|出|發|刊登|報道?)(?:呢|這|咗|了)|(?:呢|這)(?:篇|則|單)(?:報道|新聞|嘢)?(?:點解|為什麼|為何)(?:會)?(?:出|發|揀|選|被)/iu;

const Material = z.object({
  thread: z.object({
    title: z.string(),
    job: z.object({ id: z.string(), name: z.string() }).nullish(),
    why: z.string().nullish(),
  }),
});

/** Undefined when something else is asked, or there is no story. */
export function sayOrigin(text: string, material: unknown, language: Locale): string | undefined {
  if (!ASKS.test(text.replace(/[\s?？!.。]+$/u, ''))) return undefined;
  const thread = Material.safeParse(material).data?.thread;
  if (thread === undefined) return undefined;
  const { title, job, why } = thread;
  if (language === 'zh') {
    const by =
      job == null
        ? '是新聞編採流程的一次執行選出的，沒有記錄任務'
        : `由任務「${job.name}」（${job.id}）的一次執行選出`;
    return `「${title}」${by}。${why == null || why === '' ? '沒有記錄選出的原因。' : `當時記錄的原因：${why}`}`;
  }
  const by =
    job == null
      ? 'a run of the newsroom; no automation is recorded for it'
      : `the automation "${job.name}" (${job.id})`;
  return `"${title}" was ordered by ${by}. ${why == null || why === '' ? 'No reason was recorded for picking it.' : `The reason that was recorded: ${why}`}`;
}
