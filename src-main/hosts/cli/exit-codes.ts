/** Meaning of each exit code, for the help. `docs/command-line.md` has the same list. */
export const exitCodes: Readonly<Record<number, string>> = {
  0: 'done',
  1: 'something went wrong; permissions --can: no',
  2: 'wrong usage, a sign-in or secret is missing, the data folder is a copy, or the fleet policy refuses it',
  3: 'another process is watching with the same store',
  4: 'permissions: they could not be checked',
  5: 'coverage --check-inventory: something was possibly missed',
  6: 'doctor: no check failed, some have a warning',
  130: 'ended by Ctrl+C: events --follow, and commands that have nothing to finish',
  143: 'ended by SIGTERM, likewise',
};
