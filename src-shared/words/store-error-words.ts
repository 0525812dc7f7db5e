import { bracketed, type ErrorTable, type ProblemTable } from './error-parts.ts';

export const storeErrors = {
  NO_STORE: ({ place, problem, profile, known = [] }, { quoted, remedy }) => {
    const nothing = `Nothing is stored for ${profile === undefined ? 'this profile' : quoted(profile)} in ${quoted(place)}`;
    const problems: ProblemTable<'NO_STORE'> = {
      'nothing-yet':
        profile === undefined
          ? `Nothing is stored in ${quoted(place)} yet.${remedy({ page: '', terminal: ' Run `watchfloor collect` first, or name another --data-dir.' })}`
          : `${nothing}, which has no store.`,
      'not-this-profile': `${nothing}.${known.length === 0 ? '' : ` It has: ${known.map(quoted).join(', ')}.`}`,
      'not-set-up': `The store ${place} is not set up for this version yet.${remedy({ page: '', terminal: ' Run `watchfloor collect` with it first.' })}`,
      'no-file': `There is no store at ${place}.${remedy({ page: '', terminal: ' Run `watchfloor collect` first.' })}`,
    };
    return problems[problem];
  },
  STORE_AMBIGUOUS: ({ dataDir, named, stores }, { quoted, remedy }) => {
    const listed = stores.map(({ name, id }) => `${quoted(name)} (${id})`).join(', ');
    return named === null
      ? `${quoted(dataDir)} has the events of several profiles: ${listed}. Choose one${remedy({ page: '', terminal: ' with --profile' })}.`
      : `Several profiles in ${quoted(dataDir)} have the name ${quoted(named)}: ${listed}. Choose one by the id in brackets.`;
  },
  FOLDER_COPIED: ({ path, from, computer }, { quoted, remedy }) =>
    `${remedy({ page: 'This data folder', terminal: `The data folder ${path}` })} is a copy of ${from}${computer === null ? '' : ` on the computer ${quoted(computer)}`}. ${remedy(
      {
        page: 'It is read only until you choose to watch with it, because the original may be watching.',
        terminal:
          'Reading commands work with it. If it replaces the original, add --watch-copy once; a copy does not watch by itself, because the original may be watching.',
      },
    )}`,
  STORE_IN_USE: ({ path }, { remedy }) =>
    `Another Watchfloor is already watching with ${path}. ${remedy({
      page: 'Close it first, or use another data folder for this one.',
      terminal: 'Stop it first, or use another data folder; reading commands work while it runs.',
    })}`,
  VIEWER_ONLY: () => 'Another window on this computer watches this profile. Do it there, or take over here first.',
  TAKE_OVER_FAILED: ({ problem }) => {
    const problems: ProblemTable<'TAKE_OVER_FAILED'> = {
      silent:
        'The other Watchfloor on this computer does not answer and keeps the store, so nothing was changed. End it with the tools of this computer, then take over here.',
      busy: 'The other Watchfloor on this computer is still storing what it received. Try again in a moment.',
      'no-page':
        'The other Watchfloor on this computer watches without a page, and may be restarted by a service manager. Stop that service first, then take over here.',
      taken: 'Another Watchfloor on this computer was faster and watches now. This window shows what it stores.',
    };
    return problems[problem];
  },
  STORE_TOO_NEW: ({ path, schema, known }) =>
    `${path} was written by a newer Watchfloor (schema ${schema}; this version supports ${known}). Use that version, or another data folder.`,
  STORE_FOREIGN: ({ path }) =>
    `${path} is a database, but not a Watchfloor database. Nothing was written to it. Move it away, or use another data folder.`,
  STORE_DAMAGED: ({ path, movedTo }, { remedy }) =>
    movedTo === null
      ? `The store ${path} is damaged and cannot be read further. Nothing was changed. ${remedy({
          page: 'Restart Watchfloor: it restores the events that can still be read.',
          terminal: '`watchfloor collect` and `watchfloor start` save readable events and continue in a new store.',
        })}`
      : `The store was damaged. Nothing was deleted: it is now ${movedTo}. Keep that, check the disk, and start Watchfloor again.`,
  STORE_GONE: ({ path, newestCopy }, { remedy }) =>
    `The store's file ${path} is gone or empty, but other files of the store are still there. ${remedy({
      page: 'Restart Watchfloor: it restores the events that it finds.',
      terminal: `${newestCopy === null ? 'There is no copy beside it.' : `Its newest copy is ${newestCopy}.`} \`watchfloor collect\` and \`watchfloor start\` with its profile continue in a new store and restore the events that they find; \`watchfloor restore\` restores them from a copy elsewhere.`,
    })}`,
  STORE_UNWRITABLE: ({ path, problem, detail }, { remedy }) => {
    const problems: ProblemTable<'STORE_UNWRITABLE'> = {
      full: `No space is left to store events in ${path}. Free some space on this disk.`,
      locked: `Another program has locked ${path}. Close it, or wait until it finishes.`,
      forbidden: `This user may not write to ${path}. Give this user write access to the file and its folder (SQLite may also need it for reading)${remedy({ page: ', then start Watchfloor again', terminal: ', or use another data folder' })}.`,
      'disk-error': `The disk reports an error on ${path}. Check the disk, or use another data folder.`,
      'not-durable': `${path} is on a disk that cannot store events safely${bracketed(detail)}. Use a data folder on a local disk.`,
      folder: `The data folder ${path} cannot be created${bracketed(detail)}. Choose another one${remedy({ page: '', terminal: ' with --data-dir' })}, or change its permissions.`,
      'not-a-file': `${path} is not a plain file${bracketed(detail)}, so Watchfloor does not use it, and nothing was changed. Move it away: a data folder may be a link, but its files may not.`,
      log: `The log ${path} cannot be written${bracketed(detail)}. Change its permissions, or move it away.`,
      output: `The output cannot be written${bracketed(detail)}.`,
    };
    return problems[problem];
  },
  STORE_UNREADABLE: ({ path }, { remedy }) =>
    `This user may not read ${path}. Change its permissions, or ${remedy({ page: 'use another data folder', terminal: 'name another --data-dir' })}.`,
  CURSOR_UNUSABLE: ({ path, problem, profile = '', seq = 0, newestSeq = 0 }, { quoted, remedy }) => {
    const again = 'To begin again with the oldest event, delete the file';
    const rewound = `${again}${remedy({ page: '', terminal: '; for new events only, delete it and add --after newest once' })}.`;
    const problems: ProblemTable<'CURSOR_UNUSABLE'> = {
      unreadable: `The cursor file ${path} cannot be read. Change its permissions, or name another file.`,
      damaged: `${path} is not a cursor file, or is damaged. It was not changed. Name another file. ${again}.`,
      'other-store': `The cursor file ${path} belongs to another store, of the profile ${quoted(profile)}. Use one file for each profile and data folder. ${again}.`,
      ahead:
        path === undefined
          ? `The newest event of the store is ${newestSeq}, which is before event ${seq}. If an older copy of the store was brought back, begin ${remedy({ page: 'again', terminal: 'with --after 0 or --after newest' })}.`
          : `The cursor file ${path} is at event ${seq}, but the newest event of the store is ${newestSeq}: an older copy of the store was brought back. ${rewound}`,
      shared: `The cursor file ${path} was changed or deleted while it was in use, probably by another command that uses it. Use one file for each.`,
      rewritten: `The cursor file ${path} does not fit the store: an older copy of the store was brought back, and its numbers now belong to other events. ${rewound}`,
    };
    return problems[problem];
  },
  STORE_LOST: () =>
    'Not storing events: the storing process of Watchfloor stopped repeatedly. Check memory and disk, then start Watchfloor again; see the log.',
  BACKUP_UNUSABLE: ({ path, problem, detail }, { remedy }) => {
    const problems: ProblemTable<'BACKUP_UNUSABLE'> = {
      'no-file': `There is no copy at ${path}. Check the path.`,
      'not-a-store': `${path} is not a copy of a Watchfloor store${bracketed(detail)}. Nothing was restored from it.`,
      damaged: `The copy ${path} is not complete${bracketed(detail)}. ${remedy({
        page: 'Make another one; if that fails too, check the disk.',
        terminal: 'Use another copy; the store was not changed.',
      })}`,
      'other-store': `${path} is a copy of another store${bracketed(detail)}: the two stores use the same numbers for different events.${remedy({ page: '', terminal: ' Name the store of the copy with --profile, or move the folder of the current store away and restore into an empty one.' })}`,
      exists: `${path} already exists and is never overwritten. Name another file.`,
      'no-room': `There is not enough space for a copy at ${path}${bracketed(detail)}. Free some space${remedy({ page: ' on this disk', terminal: ', or name another place with --to' })}.`,
    };
    return problems[problem];
  },
  EXPORT_FAILED: ({ path, problem, detail }) => {
    const problems: ProblemTable<'EXPORT_FAILED'> = {
      full: `No space is left to export to ${path}. Free some space, or name another place. No file was written.`,
      forbidden: `This user may not write to ${path}${bracketed(detail)}. Name another place, or change its permissions.`,
      name: `${path} cannot be used as the name of an export${bracketed(detail)}. Name another file.`,
      'disk-error': `The export to ${path} failed${bracketed(detail)}. No file was written. Check the disk, or name another place.`,
      'not-loaded':
        'Loading stopped before the search was complete, so no file was written. Start it again, or export only the loaded rows.',
      'too-large': `${path} would be larger than 4 GiB, which is more than an .xlsx or a .zip can hold. No file was written. Export fewer rows, or CSV or SQLite.`,
      'too-many-rows': `A workbook of all tables is made in memory: at most 50,000 rows together, or about 48 MB of text. No file was written. Narrow the query, or export SQLite or Parquet, which have no limit.`,
    };
    return problems[problem];
  },
} satisfies Partial<ErrorTable>;
