/** Opens the database of a book of cases. */
import { join } from 'node:path';

export function bookPathOf(directory: string): string {
  return join(directory, 'cases.db');
}
