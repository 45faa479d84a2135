/**
 * A story without a language model: an extractive brief. Every sentence is verbatim from a source and
 * followed by its citation ` [n]`; the one line that isn't, on differing numbers, names both sources.
 */
import { cjkLength } from '../../text/cjk.ts';
import { tokens } from '../../text/tokens.ts';
import type { ModelReply, ModelRequest } from '../chat-model.ts';
import { arrangeStory } from './arrange-story.ts';
import { chooseStory } from './choose-story.ts';
import type { Conflict } from '../../text/conflicting-numbers.ts';
import { sayText } from './desk-reply.ts';
import { StoryMaterial, choicesOfSources } from './story-material.ts';
import type { StorySentence } from './story-sentence.ts';
import { storyFailure, storySuccess } from './story-result.ts';
import { readMaterial } from './tool-talk.ts';

/** Serves `write` and `rescue`: the text is the worker's result as JSON. */
export function writeStory(request: ModelRequest): ModelReply {
  const material = readMaterial(StoryMaterial, request);
  const { min, unit } = material.lengths;
  const choices = choicesOfSources(material).map((sources) => chooseStory(material, sources));
  const longest = choices.toSorted((a, b) => (b?.length ?? 0) - (a?.length ?? 0))[0];
  const choice = choices.find((it) => it !== undefined && it.length >= min) ?? longest;
  if (choice === undefined || choice.length < min) {
    const length = choice?.length ?? 0;
    const found = `${length} ${unit === 'cjk' ? 'CJK characters' : 'words'} of quotable text that doesn't repeat itself`;
    return sayText(
      JSON.stringify(storyFailure(material, `The sources have ${found}; a story needs ${min}.`)),
    );
  }
  const paragraphs = arrangeStory(choice);
  const body = compose(paragraphs, choice.conflicts);
  const used = [...new Set(paragraphs.flat().map((sentence) => sentence.source.n))].sort((a, b) => a - b);
  const anchorUsed = paragraphs
    .flat()
    .some((sentence) => hasAnchor(sentence, material.story.concrete_anchor ?? ''));
  return sayText(JSON.stringify(storySuccess(material, { body, used, anchorUsed })));
}

function compose(
  paragraphs: readonly (readonly StorySentence[])[],
  conflicts: readonly Conflict<StorySentence>[],
): string {
  const told = new Set<StorySentence>();
  const open = new Set(conflicts);
  return paragraphs
    .map((paragraph) => {
      let text = '';
      for (const sentence of paragraph) {
        told.add(sentence);
        text += `${text === '' ? '' : ' '}${sentence.text} [${sentence.source.n}]`;
        for (const conflict of open) {
          if (!told.has(conflict.a.sentence) || !told.has(conflict.b.sentence)) continue;
          open.delete(conflict);
          text += ` ${conflictLine(conflict)}`;
        }
      }
      return text;
    })
    .join('\n\n');
}

/** Attribution of both numbers, once both sentences are told. */
function conflictLine({ a, b }: Conflict<StorySentence>): string {
  const [one, other] = [a.sentence.source, b.sentence.source];
  return cjkLength(a.sentence.text) > 0 && cjkLength(b.sentence.text) > 0
    ? `兩個來源的數字不一：${one.outlet}為${a.number} [${one.n}]，${other.outlet}為${b.number} [${other.n}]。`
    : `The sources differ on this number: ${one.outlet} has ${a.number} [${one.n}], ${other.outlet} has ${b.number} [${other.n}].`;
}

function hasAnchor(sentence: StorySentence, anchor: string): boolean {
  const wanted = tokens(anchor);
  if (anchor.trim() === '') return false;
  if (sentence.text.toLowerCase().includes(anchor.trim().toLowerCase())) return true;
  return wanted.length > 0 && wanted.every((token) => sentence.tokens.has(token));
}
