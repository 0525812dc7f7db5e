export function saveText(name: string, type: string, text: string): void {
  saveFile(name, new Blob([text], { type }));
}

export function saveFile(name: string, content: Blob): void {
  const href = URL.createObjectURL(content);
  download(href, name);
  // The browser needs the URL only to start the download.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

export function download(href: string, name: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
}
