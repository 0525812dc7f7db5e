/** Returns a signal that aborts with the caller's signal, if there is one, or with `ends`, whichever comes first. */
export function eitherSignal(signal: AbortSignal | undefined, ends: AbortSignal): AbortSignal {
  return signal === undefined ? ends : AbortSignal.any([signal, ends]);
}
