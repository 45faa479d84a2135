/** 👍 and 👎 on a story, with how many have given them; pressing one's own takes it back. */
import type { BoardStory } from '../model/shapes.ts';
import { words } from '../state/preferences.ts';
import { useConsole } from './use-console.ts';

const EMOJI = { like: '👍', dislike: '👎' } as const;

export function Votes({ story }: { story: BoardStory }) {
  const { store, board } = useConsole();
  const { board: say } = words.value;
  const votes = story.votes ?? [];
  return (
    <>
      {(['like', 'dislike'] as const).filter(board.can).map((action) => {
        const given = votes.filter(({ likes }) => likes === (action === 'like'));
        const isOwn = given.some(({ person }) => person === `name:${store.author.value}`);
        return (
          <button
            key={action}
            type="button"
            class="action vote"
            data-focus={action}
            aria-pressed={isOwn}
            aria-label={say.actOn(`${say.actions[action]} (${given.length})`, story.title)}
            title={given.map(({ by }) => by).join(', ') || say.actions[action]}
            onClick={() => void board.onStory(story, action)}
          >
            {EMOJI[action]} {given.length}
          </button>
        );
      })}
    </>
  );
}
