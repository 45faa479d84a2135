/**
 * The messages that a worker posts itself (`agent_posts`).
 *
 * Nothing is sent while it writes: each post is stored with the turn and available once, when the turn has ended,
 * whatever was interrupted. Together the posts are the story's body, which is checked, held and published like any
 * other, in the writer's messages.
 */
import { z } from 'zod';
import { ToolRefusal, tool } from '../../sessions/tool.ts';
import type { Tool } from '../../sessions/tool.ts';
import { callOf } from '../../sessions/traits-of.ts';
import type { TurnEnd } from '../../sessions/turn.ts';

const MOST_POSTS = 10;
/** The length of two messages; longer texts are not messages. */
const LONGEST_POST = 3_800;
const ALLOWED = `a post is plain text of 1 to ${LONGEST_POST} characters, and there are at most ${MOST_POSTS} of them`;

const keptPost = z.object({ kind: z.literal('post'), text: z.string() });

/** `post`: adds one message to the thread of the worker's own story. */
export function postTool(): Tool {
  return tool({
    name: 'post',
    description:
      'Post the next message of your story into its thread. Your posts, in order, are the body of the story. They ' +
      `stay with the desk until your result is in and checked; ${ALLOWED}.`,
    args: z.object({ text: z.string() }),
    run: (args, { kept, keep }) => {
      const before = postsIn(kept);
      const text = args.text.trim();
      const wrong = whyNot(text, before);
      if (wrong !== undefined) return Promise.reject(new ToolRefusal(`not posted: ${wrong}`));
      keep({ kind: 'post', text });
      const post = before.length + 1;
      return Promise.resolve({ status: 'held', post, characters: text.length, left: MOST_POSTS - post });
    },
  });
}

/** What a turn has posted, in order. */
export function postsOf({ kept = [] }: TurnEnd): string[] {
  return postsIn(kept);
}

/** The body that posts make up. */
export function bodyOf(posts: readonly string[]): string {
  return posts.join(BETWEEN);
}

/**
 * Split a body into the writer's messages again, if its paragraphs still match them; citations may have been added,
 * and words removed. Undefined when the paragraphs differ.
 */
export function asPosted(posts: readonly string[], body: string): string[] | undefined {
  const paragraphs = paragraphsOf(body);
  const counts = posts.map((post) => paragraphsOf(post).length);
  const count = counts.reduce((sum, one) => sum + one, 0);
  if (posts.length === 0 || count !== paragraphs.length) return undefined;
  let from = 0;
  return counts.map((length) => paragraphs.slice(from, (from += length)).join(BETWEEN));
}

const BETWEEN = '\n\n';

function paragraphsOf(text: string): string[] {
  return text.trim().split(/\n[^\S\n]*(?:\n[^\S\n]*)+/u);
}

function whyNot(text: string, before: readonly string[]): string | undefined {
  if (text === '') return `it is empty; ${ALLOWED}`;
  if (text.length > LONGEST_POST)
    return `it has ${text.length} characters; ${ALLOWED}: part it at a paragraph`;
  const call = callOf(text);
  if (call !== undefined) return `a post calls nobody: write it without ${call}`;
  const same = before.indexOf(text);
  if (same >= 0)
    return `it was posted already, as post ${same + 1}; post what comes next, or hand in your result`;
  if (before.length >= MOST_POSTS)
    return `there are ${MOST_POSTS} posts already, and no more allowed: hand in your result`;
  return undefined;
}

function postsIn(kept: readonly unknown[]): string[] {
  return kept.flatMap((one) => {
    const post = keptPost.safeParse(one);
    return post.success ? [post.data.text] : [];
  });
}
