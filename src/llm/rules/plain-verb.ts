/** Ways of saying what is to be done with an automation, by the verb that its orders have. */

const TIME =
  '(?=\\d|(?:half|(?:a )?quarter|noon|midday|midnight|every|each|daily|weekdays|weekends|tomorrow|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty)\\b)';

/** "From 9", "to 10" and "the 9 o'clock one" are no times that stand alone. */
const NO_TIME = '(?<! (?:to|from|at|for|until|till|by|on|run|the|our|my|that|this))';

const FORMS: readonly (readonly [RegExp, string])[] = [
  [/^(?:(?:can|could|may|let) )?(?<job>.+?) (?:take|have) an? (?:break|rest)(?= |$)/iu, 'pause $<job>'],
  [/^put (?<job>.+?) on (?:hold|pause|ice)(?= |$)/iu, 'pause $<job>'],
  [
    /^(?:stop|end|cancel|turn off|switch off) (?<job>.+?) (?:for good|altogether|completely|permanently|for ?ever)$/iu,
    'cancel $<job>',
  ],
  [/^(?:start|bring|switch|turn) (?<job>.+?) (?:(?:up )?again|back on|back up|back)$/iu, 'resume $<job>'],
  [
    new RegExp(
      `^(?:make|change|set|switch|move) (?<job>.+?)${NO_TIME} ${TIME}(?<when>.+?)(?: instead)?$`,
      'iu',
    ),
    'move $<job> to $<when>',
  ],
];

/** "Put the diary on hold until Friday" is "pause the diary until Friday". */
export function withPlainVerb(order: string): string {
  const [form, plain] = FORMS.find(([one]) => one.test(order)) ?? [];
  return form === undefined || plain === undefined ? order : order.replace(form, plain);
}
