/** What was written here before: the text that is open, and the last ones by name. Kept in this browser, and nowhere else. */
import { type Draft, isDraft } from './question.js';

const CURRENT = 'fencepost.draft';
const LATEST = 'fencepost.drafts';
const MOST_KEPT = 12;

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** False where the browser has no room, or keeps nothing. */
function write(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function currentDraft(): Draft | null {
  const draft = read(CURRENT);
  return isDraft(draft) ? draft : null;
}

export function keepCurrent(draft: Draft): boolean {
  return write(CURRENT, draft);
}

/** The newest first. */
export function latestDrafts(): Draft[] {
  const drafts = read(LATEST);
  return Array.isArray(drafts) ? drafts.filter(isDraft) : [];
}

/** Among the latest: before another text takes its place. */
export function keepForLater(draft: Draft): void {
  const others = latestDrafts().filter(({ file }) => file !== draft.file);
  write(LATEST, [draft, ...others].slice(0, MOST_KEPT));
}

export function forget(file: string): void {
  write(
    LATEST,
    latestDrafts().filter((draft) => draft.file !== file),
  );
}
