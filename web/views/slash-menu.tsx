/** The list of commands above the composer: an ARIA listbox that the text field owns. */
import type { Command } from '../model/shapes.ts';
import { words } from '../state/preferences.ts';

export const optionId = (n: number): string => `slash-${n}`;

interface MenuProps {
  found: readonly Command[];
  active: number;
  choose: (command: Command) => void;
  hover: (n: number) => void;
}

export function SlashMenu({ found, active, choose, hover }: MenuProps) {
  return (
    <ul
      id="slash-menu"
      class="slash-menu"
      role="listbox"
      aria-label={words.value.composer.commands}
      tabIndex={0}
      hidden={found.length === 0}
    >
      {found.map((command, n) => (
        <li
          key={command.name}
          id={optionId(n)}
          role="option"
          aria-selected={n === active}
          onMouseDown={(event) => {
            event.preventDefault(); // the text field keeps its focus until the command takes it
            choose(command);
          }}
          onMouseMove={() => n !== active && hover(n)}
        >
          <span class="slash-name">
            /{command.name}
            {(command.options ?? []).map(({ name, required }) => (
              <span key={name} class={required ? 'opt required' : 'opt'}>
                {name}
              </span>
            ))}
          </span>
          <span class="slash-about">{command.description}</span>
        </li>
      ))}
    </ul>
  );
}
