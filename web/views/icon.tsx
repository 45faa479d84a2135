/** The console's pictograms: 16 × 16, drawn with strokes in the text's colour, hidden from screen readers. */

const SHAPES = {
  hash: ['M6.2 2.5 4.8 13.5', 'M11.2 2.5 9.8 13.5', 'M2.8 5.8h11', 'M2.2 10.2h11'],
  thread: ['M4 2.5v5a3 3 0 0 0 3 3h5.5', 'M10 7.5l3 3-3 3'],
  clock: ['M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4Z', 'M8 4.8V8l2.2 1.6'],
  jobs: ['M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4Z', 'M8 4.8V8l2.2 1.6'],
  plus: ['M8 3v10', 'M3 8h10'],
  trash: ['M2.8 4.5h10.4', 'M6 4.2V2.6h4v1.6', 'M4.2 4.5l.6 9h6.4l.6-9', 'M6.8 7v4', 'M9.2 7v4'],
  pause: ['M5.5 3.5v9', 'M10.5 3.5v9'],
  play: ['M5 3.2v9.6l7.4-4.8Z'],
  close: ['M4 4l8 8', 'M12 4l-8 8'],
  moon: ['M13.2 9.6A5.8 5.8 0 0 1 6.4 2.8a5.8 5.8 0 1 0 6.8 6.8Z'],
  panel: ['M2.5 3h11v10h-11Z', 'M10 3v10'],
  menu: ['M2.5 4.5h11', 'M2.5 8h11', 'M2.5 11.5h11'],
  chevron: ['M6 3.8 10.2 8 6 12.2'],
  eye: [
    'M1.6 8S4 3.6 8 3.6 14.4 8 14.4 8 12 12.4 8 12.4 1.6 8 1.6 8Z',
    'M8 9.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6Z',
  ],
  send: ['M2.4 8h6', 'M2.4 8 2 2.6 14 8 2 13.4Z'],
  alert: ['M8 2.2 14.4 13.4H1.6Z', 'M8 6.4v3.2', 'M8 11.4v.2'],
  tool: [
    'M10 2.4a3.4 3.4 0 0 0-2.9 5.1L2.4 12.2l1.4 1.4 4.7-4.7a3.4 3.4 0 0 0 4.9-4L11.3 7 9.1 4.8l2-2.2A3.4 3.4 0 0 0 10 2.4Z',
  ],
  note: ['M3.5 2.5h9v11l-4.5-2.8-4.5 2.8Z'],
  down: ['M8 3v9.5', 'M4 8.5l4 4 4-4'],
  feeds: ['M3 13a.4.4 0 1 0 .01 0', 'M3 8.4a4.8 4.8 0 0 1 4.8 4.8', 'M3 3.6a9.6 9.6 0 0 1 9.6 9.6'],
  charts: ['M2.5 2.5v11h11', 'M5 10.5l2.6-3.4 2.2 1.8 3.2-4.4'],
  board: ['M2.5 3h11v10h-11Z', 'M6.2 3v10', 'M9.9 3v7', 'M2.5 6h11'],
  pen: ['M3 13l.7-3L10.8 2.9l2.3 2.3L6 12.3Z', 'M9.3 4.4l2.3 2.3'],
  gear: ['M2.5 5h6.5', 'M12 5h1.5', 'M2.5 11h1.5', 'M7 11h6.5', 'M10.5 3.4v3.2', 'M5.5 9.4v3.2'],
  settings: ['M2.5 5h6.5', 'M12 5h1.5', 'M2.5 11h1.5', 'M7 11h6.5', 'M10.5 3.4v3.2', 'M5.5 9.4v3.2'],
  setup: [
    'M3 13 10.4 5.6',
    'M12.2 1.8v3.6',
    'M10.4 3.6H14',
    'M5 2.6v2',
    'M4 3.6h2',
    'M12.4 9.6v2',
    'M11.4 10.6h2',
  ],
  search: ['M7 11.6a4.6 4.6 0 1 0 0-9.2 4.6 4.6 0 0 0 0 9.2Z', 'M10.4 10.4l3.2 3.2'],
  check: ['M3 8.4l3.2 3.2L13 4.8'],
  keyboard: ['M1.8 4h12.4v8H1.8Z', 'M4.4 6.6h.01M7 6.6h.01M9.6 6.6h.01M11.6 6.6h.01', 'M5 9.6h6'],
  slash: ['M10.4 2.6 5.6 13.4'],
} as const;

export type IconName = keyof typeof SHAPES;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg viewBox="0 0 16 16" class={`icon icon-${name}`} aria-hidden="true">
      {SHAPES[name].map((shape) => (
        <path key={shape} d={shape} />
      ))}
    </svg>
  );
}

/** A button that is a pictogram; `label` is its name, and shown when it is pointed at. */
export function IconButton(props: {
  name: IconName;
  label: string;
  /** Where it should not be the label. */
  hint?: string;
  class?: string;
  click: () => void;
}) {
  const { name, label, hint = label, click } = props;
  return (
    <button
      type="button"
      class={`icon-button ${props.class ?? ''}`}
      aria-label={label}
      title={hint}
      onClick={click}
    >
      <Icon name={name} />
    </button>
  );
}
