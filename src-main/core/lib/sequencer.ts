/** Runs tasks one at a time. Each starts when the previous one has ended, even if that one failed. */
export function createSequencer(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}
