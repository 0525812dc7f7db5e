/** For example `2.5 s`, `8 min 03 s`, `23 h 52 min`. */
export function durationWords(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  if (seconds < 60) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${twoDigits(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${twoDigits(minutes % 60)} min`;
}

const twoDigits = (count: number) => String(count).padStart(2, '0');
