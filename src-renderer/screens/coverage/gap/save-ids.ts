export function saveIds(fileName: string, ids: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([`${ids.join('\n')}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
