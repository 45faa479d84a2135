/**
 * The forms of `/story`, for text that only a person can write, filled with earlier values. Each comes with a
 * sentence, and where that suffices with a button, for channels without forms.
 */
import type { StoryRecord } from '../model/story-service.ts';
import { killOf } from '../model/story-actions.ts';
import { typedMoment } from '../../time/zone.ts';
import { CommandRefusal } from '../../feature/command.ts';
import type { Form, Locale, Reply } from '../../feature/command.ts';
import { shortLine } from '../../text/shorten.ts';

type Asked = Omit<Reply, 'ephemeral'> & { readonly form: Form };

interface About {
  readonly id: string;
  readonly title: string;
  /** Absent where only its name is known. */
  readonly record: StoryRecord | undefined;
  readonly locale: Locale;
  readonly zone: string;
  readonly nowMs: number;
}

/** The longest title of a form that every channel can show. */
const MOST_TITLE = 45;
/** The longest reason that fits titles and threads. */
const MOST_REASON = 500;
const MOST_MOMENT = 100;

/** A correction, after the earlier ones. @throws CommandRefusal for a story that isn't posted. */
export function correctForm({ id, title, record, locale }: About): Asked {
  if (record && !record.status.posted)
    throw new CommandRefusal(
      {
        en: `**${title}** is not posted: there is nothing to correct yet.`,
        zh: `**${title}** 還未發佈，沒有可更正的。`,
      }[locale],
    );
  const killed = record && killOf(record.actions);
  if (killed)
    throw new CommandRefusal(
      {
        en: `**${title}** was withdrawn by ${killed.by}: there is nothing to correct any more.`,
        zh: `**${title}** 已由 ${killed.by} 撤回，沒有可更正的。`,
      }[locale],
    );
  const before = record?.actions.findLast(({ kind }) => kind === 'correct')?.text;
  return {
    text: {
      en: `What is right? Type it: \`/story correct story:${id} text:…\`; in the thread of **${title}**, \`/story correct text:…\` is enough.`,
      zh: `正確的是甚麼？請輸入：\`/story correct story:${id} text:…\`；在 **${title}** 的討論串中，只需 \`/story correct text:…\`。`,
    }[locale],
    refused: true,
    form: {
      title: titled({ en: 'Correct', zh: '更正' }[locale], title, locale),
      name: 'story correct',
      options: { story: id },
      fields: [
        {
          option: 'text',
          label: { en: 'What is right', zh: '正確的內容' }[locale],
          hint: {
            en: 'It stands under the title and in the thread, as you write it here.',
            zh: '會照你所寫，註明在標題下和討論串中。',
          }[locale],
          long: true,
          required: true,
          ...(before !== undefined && { value: before }),
        },
      ],
    },
  };
}

/** Confirms a kill. Without a reason it includes a form for one; submitting that confirms too. */
export function killForm(
  { id, title, record, locale }: Pick<About, 'id' | 'title' | 'record' | 'locale'>,
  why: string | undefined,
): Omit<Asked, 'form'> & Partial<Asked> {
  const verb = record?.status.posted ? { en: 'Withdraw', zh: '撤回' } : { en: 'Kill', zh: '撤銷' };
  const form: Form = {
    title: titled(verb[locale], title, locale),
    name: 'story kill',
    options: { story: id },
    fields: [
      whyField(locale, { en: 'Why; of a posted story readers see it', zh: '原因；已發佈的會讓讀者看到' }),
    ],
  };
  return {
    text: {
      en: `Kill **${title}**? If it is posted, it is withdrawn: its text is taken back, and its title says so.`,
      zh: `要撤銷 **${title}** 嗎？如已發佈，會撤回內文，標題亦會註明。`,
    }[locale],
    confirm: {
      label: { en: 'Kill it', zh: '撤銷' }[locale],
      keep: { en: 'Keep it', zh: '保留' }[locale],
      name: 'story kill',
      options: { story: id, sure: true, ...(why !== undefined && { why }) },
    },
    ...(why === undefined && { form }),
  };
}

/** Until when, and why. A posted story can only be checked, without an end. */
export function holdForm({ id, title, record, locale, zone, nowMs }: About): Asked {
  const isPosted = record?.status.posted !== undefined;
  const untilMs = record?.status.hold?.untilMs;
  const before = untilMs === undefined || untilMs <= nowMs ? undefined : typedMoment(untilMs, zone);
  return {
    text: {
      en: `Hold **${title}**? \`/story hold story:${id} until:…\` holds it until a time.`,
      zh: `要暫緩 **${title}** 嗎？\`/story hold story:${id} until:…\` 可設定至何時。`,
    }[locale],
    confirm: {
      label: { en: 'Hold it', zh: '暫緩' }[locale],
      keep: { en: 'Leave it', zh: '不變' }[locale],
      name: 'story hold',
      options: { story: id },
    },
    form: {
      title: titled({ en: 'Hold', zh: '暫緩' }[locale], title, locale),
      name: 'story hold',
      options: { story: id },
      fields: [
        ...(isPosted ? [] : [holdUntilField(locale, before)]),
        whyField(locale, { en: 'Why, for the others', zh: '原因，給其他人看' }),
      ],
    },
  };
}

/** What to write. @param about the initial value: a page's address, or words. */
export function writeForm(locale: Locale, about?: string): Asked {
  return {
    text: {
      en: "Written about what? Type it: `/story write about:…`, with a page's address or a topic.",
      zh: '要寫甚麼？請輸入：`/story write about:…`，可以是網頁地址或題目。',
    }[locale],
    refused: true,
    form: {
      title: { en: 'Have a story written', zh: '訂一篇報道' }[locale],
      name: 'story write',
      options: {},
      fields: [
        {
          option: 'about',
          label: { en: "A page's address, or a topic", zh: '網頁地址或題目' }[locale],
          long: true,
          required: true,
          ...(about !== undefined && { value: about }),
        },
        { ...untilField(locale), option: 'embargo' },
      ],
    },
  };
}

function untilField(locale: Locale, value?: string): Form['fields'][number] {
  return {
    option: 'until',
    label: { en: 'Not posted before', zh: '此時間之前不發佈' }[locale],
    hint: {
      en: 'Such as “in 2h”, “tomorrow 9:00”, “friday 9:00”; may be empty.',
      zh: '例如「2小時後」、「明天 9:00」、「星期五 9:00」；可不填。',
    }[locale],
    most: MOST_MOMENT,
    ...(value !== undefined && { value }),
  };
}

/** For a hold: with a time it ends by itself. */
function holdUntilField(locale: Locale, value?: string): Form['fields'][number] {
  return {
    ...untilField(locale, value),
    label: { en: 'Hold until', zh: '暫緩至' }[locale],
    hint: {
      en: 'Such as “in 2h”, “tomorrow 9:00”; empty: until an editor approves it.',
      zh: '例如「2小時後」、「明天 9:00」；不填即直至編輯批准。',
    }[locale],
  };
}

function whyField(locale: Locale, words: Readonly<Record<Locale, string>>): Form['fields'][number] {
  return { option: 'why', label: words[locale], long: true, most: MOST_REASON };
}

/** "Correct: The old library of Larkmoor reop…" */
function titled(verb: string, title: string, locale: Locale): string {
  return shortLine(`${verb}${{ en: ': ', zh: '：' }[locale]}${title}`, MOST_TITLE);
}
