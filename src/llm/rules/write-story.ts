/**
 * A story without a language model: an extractive brief. Every sentence is verbatim from a source and followed by
 * its citation ` [n]`. The only other line, on differing numbers, names both sources.
 */
import { cjkLength } from '../../text/cjk.ts';
import { tokens } from '../../text/tokens.ts';
import type { ModelReply, ModelRequest } from '../chat-model.ts';
import { arrangeStory } from './arrange-story.ts';
import { chooseStory } from './choose-story.ts';
import type { Conflict } from '../../text/source-conflicts.ts';
import { callTools, sayText } from './desk-reply.ts';
import { StoryMaterial, choicesOfSources, lackOfLanguage } from './story-material.ts';
import type { StorySentence } from './story-sentence.ts';
import { storyFailure, storySuccess } from './story-result.ts';
import { readMaterial, toolTalk } from './tool-talk.ts';

/**
 * Serves `write` and `rescue`: the text is the worker's result as JSON. Where the turn offers `post`, each
 * paragraph is posted first.
 */
export function writeStory(request: ModelRequest): ModelReply {
  const material = readMaterial(StoryMaterial, request);
  const lack = lackOfLanguage(material);
  if (lack !== undefined) return sayText(JSON.stringify(storyFailure(material, lack)));
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
  const talk = toolTalk(request);
  if (!talk.offers('post'))
    return sayText(JSON.stringify(storySuccess(material, { body, used, anchorUsed })));
  const posts = body.split('\n\n');
  const posted = postedIn(request);
  if (posted.length === 0)
    return callTools(
      talk.nextCallId,
      'post',
      posts.map((text) => ({ text })),
    );
  // Another model has begun to post: its text can't be handed in as ours.
  if (posted.join('\n\n') !== body)
    return sayText(
      JSON.stringify(storyFailure(material, 'The story was begun by a language model, which is gone.')),
    );
  return sayText(JSON.stringify(storySuccess(material, { body, posted: true, used, anchorUsed })));
}

/** Texts posted in this turn, by any model. */
function postedIn({ messages }: ModelRequest): string[] {
  return messages
    .flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []) : []))
    .filter(({ name }) => name === 'post')
    .map(({ args }) => String((args as { text?: unknown } | null)?.text));
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

/** A line with both numbers and their sources, once both sentences are used. */
function conflictLine({ a, b }: Conflict<StorySentence>): string {
  const [one, other] = [a.sentence.source, b.sentence.source];
  return cjkLength(a.sentence.text) > 0 && cjkLength(b.sentence.text) > 0
    ? `兩個來源的數字不一：${one.outlet}為${a.value} [${one.n}]，${other.outlet}為${b.value} [${other.n}]。`
    : `The sources differ on this number: ${one.outlet} has ${a.value} [${one.n}], ${other.outlet} has ${b.value} [${other.n}].`;
}

function hasAnchor(sentence: StorySentence, anchor: string): boolean {
  const wanted = tokens(anchor);
  if (anchor.trim() === '') return false;
  if (sentence.text.toLowerCase().includes(anchor.trim().toLowerCase())) return true;
  return wanted.length > 0 && wanted.every((token) => sentence.tokens.has(token));
}
