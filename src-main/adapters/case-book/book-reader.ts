/** Reads a book of cases over a connection that cannot write. */
import type { BookReader } from '../../core/ports/case-book.ts';
import type { Callable, Local } from '../threads/remote.ts';

export function openBookReader(_path: string): Local<BookReader> & Callable {
  throw new Error('The book is not read yet.');
}
