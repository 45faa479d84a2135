/**
 * Where a desk dies: each numbered point of the Durability protocol, for the planner's turn (the first) and a
 * worker's (the second), and each step of the sample run.
 */
export const POINTS = [
  // 1 accept
  'turns.accept#1:before',
  'turns.accept#1:after',
  'turns.accept#2:after',
  // the inputs that are prepared before the turn waits
  'stories.saveInputs#1:before',
  'stories.saveInputs#1:after',
  // 2 start
  'turns.start#1:before',
  'turns.start#1:after',
  'turns.start#2:after',
  // 3 flush
  'transcripts.append#1:before',
  'transcripts.append#1:after',
  'turns.flushed#1:after',
  // 4 effects: the run is ordered
  'transcripts.jot#1:after',
  'stories.order#1:before',
  'stories.order#1:after',
  // 5 commit
  'turns.commit#1:before',
  'turns.commit#1:after',
  'turns.commit#3:before',
  'turns.commit#3:after',
  // 6 flushed, released
  'turns.release#1:before',
  'turns.release#1:after',
  // stories: published, sent, ended
  'stories.publish#1:before',
  'stories.publish#1:after',
  'stories.publish#4:after',
  'stories.finish#1:before',
  'stories.finish#1:after',
  // 7 dispatch
  'ops.sending#1:before',
  'ops.sending#1:after',
  'ops.sent#1:before',
  'ops.sent#3:before',
  'ops.sent#3:after',
  'ops.sent#9:after',
];

/** `--points some`: of accepting, of ending and of publishing. */
export const SOME_POINTS = ['turns.accept#1:after', 'turns.commit#1:before', 'stories.publish#1:after'];

/** The calls at which a desk under fire may die by its own hand: the ports of the protocol, and of its tools. */
export const CALLS = [
  'turns.accept',
  'turns.defer',
  'turns.start',
  'turns.readSteering',
  'turns.unflushed',
  'transcripts.open',
  'transcripts.append',
  'transcripts.jot',
  'turns.flushed',
  'notes.add',
  'turns.commit',
  'turns.release',
  'turns.reset',
  'turns.recover',
  'jobs.add',
  'jobs.due',
  'ops.next',
  'ops.sending',
  'ops.sent',
];
