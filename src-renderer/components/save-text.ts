/** A file that is made on the page, given to the browser to be saved. */
export function saveText(name: string, type: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
  // The download has begun; the text is not needed any longer than that.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
