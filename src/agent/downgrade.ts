/**
 * No silent downgrade: a turn remembers which language models were to serve it and didn't, and its end says so. Its
 * record always has it; people read one short line of it, once, when the desk model answered in their place, or when
 * a job's run met settings that are wrong.
 */
import type { ChatModel, Passed } from '../llm/chat-model.ts';
import type { Pass, PerformTurn } from '../sessions/perform.ts';
import type { Turn, TurnEnd } from '../sessions/turn.ts';
import { shorten } from '../text/shorten.ts';
import type { WrittenLanguage } from '../time/locale.ts';

const LONGEST_REASON = 240;

export class Downgrades {
  /** By turn, then by provider: the newest reason counts. */
  readonly #turns = new Map<string, Map<string, Passed>>();
  readonly #language: WrittenLanguage;

  constructor(language: WrittenLanguage) {
    this.#language = language;
  }

  /** The model, watched. */
  watch(model: ChatModel): ChatModel {
    return {
      reply: async (request) => {
        const reply = await model.reply(request);
        const passed = this.#turns.get(request.about?.turn ?? '');
        for (const one of reply.passed ?? []) passed?.set(one.provider, one);
        return reply;
      },
    };
  }

  /** Performing turns whose ends say who didn't serve. */
  telling(perform: PerformTurn): PerformTurn {
    return async (pass: Pass) => {
      const { turn } = pass.started;
      const passed = new Map<string, Passed>();
      this.#turns.set(turn.id, passed);
      try {
        const settle: Pass['settle'] = (end) =>
          pass.settle(told(end, turn, [...passed.values()], this.#language));
        await perform({ ...pass, settle });
      } finally {
        if (this.#turns.get(turn.id) === passed) this.#turns.delete(turn.id);
      }
    };
  }
}

function told(end: TurnEnd, turn: Turn, passed: readonly Passed[], language: WrittenLanguage): TurnEnd {
  if (passed.length === 0) return end;
  const kept = { ...end, passed };
  // What workers write goes through the pipeline, which says it in its own words; a summary is no talk.
  if (turn.kind === 'worker' || turn.compaction || end.status === 'quiet') return kept;
  const inPlace = end.servedBy?.languageModel === false;
  const wrong = turn.run !== undefined && passed.some(({ code }) => code === 'misconfigured');
  if (!inPlace && !wrong) return kept;
  const said = passed.map(({ because }) => because).filter((because) => !end.summary.includes(because));
  if (said.length === 0) return kept;
  return {
    ...kept,
    summary: `${end.summary}\n\n${line(shorten(said.join(' '), LONGEST_REASON), inPlace, language)}`,
  };
}

function line(because: string, inPlace: boolean, language: WrittenLanguage): string {
  if (!inPlace) return `*(${because})*`;
  return language === 'en'
    ? `*(Without a language model this time: ${because})*`
    : `*（這次沒有用語言模型：${because}）*`;
}
