const under = new Map<string, Promise<unknown>>();

/** Do work after all earlier work of this name in the process, whatever became of that. */
export async function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  const mine = (under.get(name) ?? Promise.resolve()).then(work, work);
  under.set(name, mine);
  try {
    return await mine;
  } finally {
    if (under.get(name) === mine) under.delete(name);
  }
}
