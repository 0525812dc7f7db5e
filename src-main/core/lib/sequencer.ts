/** Tasks that must not cross take turns: each begins when the one before it has ended, however that ended. */
export function createSequencer(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}
