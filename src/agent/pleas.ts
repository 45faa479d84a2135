/** What a model is asked when its reply can't be used, once for each reason. */

export const SHORTER =
  'Your reply was cut off before its end: it was too long. Reply again, complete and shorter, in the same form.';
export const REST =
  'Your answer was cut off at its end. Go on exactly where it stopped, without repeating anything, and come to an end soon.';
export const ANSWER =
  'That says what you are about to do, or is meant for a machine; nobody can use it. Do it now, with your tools if ' +
  'you need them, and reply with the answer itself, in plain words.';
export const LINES =
  'That is no summary of the conversation. Write it now: short lines that begin with "- ", and nothing else.';
export const UNDONE =
  'That says that something was done, but no tool of yours did anything in this turn. Do it now with your tools, if it was ' +
  'asked for; otherwise reply again without saying that it was done.';
