/** A run made by hand: the session is here, the page has views of it. One worker has one session. */
import { openByHand } from '../../src/check/by-hand/index.js';
import type { Progress } from '../../src/engines/engine.js';
import { type ByHandClient, localByHand } from '../../src/report/by-hand.js';
import type { HandAct, HandAnswer, Subject } from '../protocol.js';
import { ON_PAGE } from '../spelling.js';
import { optionsOf } from './answer.js';

let session: ByHandClient | null = null;

/** `run`: to begin with; it says the memory and the number of threads. */
export async function openHand(subject: Subject, run: string | null): Promise<HandAnswer> {
  const { memory, processes, timeout, maxMemory, engine: _, ...others } = optionsOf(subject);
  const ofStart = { ...(memory === undefined ? {} : { memory }), ...(processes === undefined ? {} : { processes }) };
  const options = { ...others, ...(run === null ? ofStart : { run }) };
  const limits = {
    ...(timeout === undefined ? {} : { timeout }),
    ...(maxMemory === undefined ? {} : { maxMemory }),
  };
  const opened = await openByHand(subject.text, { ...options, ...limits });
  if (!opened.ok) return { kind: 'refused', ok: false, diagnostics: opened.diagnostics };
  session = localByHand(opened.session, () => limits, ON_PAGE);
  return { kind: 'view', view: await session.view() };
}

export async function actByHand(act: HandAct, _told: (progress: Progress) => void): Promise<HandAnswer> {
  if (session === null) throw new Error('there is no run by hand here');
  switch (act.kind) {
    case 'view':
      return { kind: 'view', view: await session.view() };
    case 'take':
      return { kind: 'view', view: await session.take(act.choice) };
    case 'undo':
      return { kind: 'view', view: await session.undo() };
    case 'redo':
      return { kind: 'view', view: await session.redo() };
    case 'goTo':
      return { kind: 'view', view: await session.goTo(act.length) };
    case 'load': {
      const loaded = await session.load(act.run);
      return 'refused' in loaded ? { kind: 'no run', why: loaded.refused } : { kind: 'view', view: loaded };
    }
    case 'ask':
      return { kind: 'verdict', verdict: await session.ask() };
  }
}
