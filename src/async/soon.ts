/** A function that does `work` once for all calls of the same tick, after what is due by then. */
export function soon(work: () => void): () => void {
  let isComing = false;
  return () => {
    if (isComing) return;
    isComing = true;
    setImmediate(() => {
      isComing = false;
      work();
    });
  };
}
