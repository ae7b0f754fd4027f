/**
 * What a certificate is a proof of: the memory, the store buffers, the number of threads, the property, and the model, by its
 * digest. It stands in the certificate, and a judge accepts one only as an answer to the question that was asked.
 *
 * A proof stands for a question about something else in one case: what was shown of reachable states with longer buffers, or
 * with buffers of any length, holds with shorter ones. For a store buffer of at most k writes only takes steps away: a write
 * waits while the buffer is full, and all other steps are the same. So every run with short buffers is, step by step, a run
 * with longer ones, and reaches no other states. Of temporal properties that is not said, because which runs are fair depends
 * on which steps are possible. A bound for each location is compared with nothing else: only a proof for any length stands for
 * it, by the same argument. Everything else must be equal.
 */
import type { BufferScope } from '../engines/answer.js';
import type { AskedModel, Question } from '../engines/question.js';
import { askedIn } from '../languages/program/any-threads.js';
import { hasBuffers, MEMORY_NAMES, type MemoryName, memoryNamed } from '../memory/models.js';
import { digestOf, neverName, programDigest, systemDigest } from '../models/digest.js';
import type { Program } from '../models/program/model.js';
import { Fault, Fields, text, whole } from './json-text.js';

/** What a certificate is about. */
export interface CertificateScope {
  readonly memory: MemoryName;
  /** The most writes in a store buffer, or buffers of any length; null under SC, which has none. */
  readonly buffers: number | 'unbounded' | null;
  /** What the number of `buffers` counts. */
  readonly per: 'queue' | 'location';
  readonly threads: number | 'any';
  /** Which states can be reached, or what all infinite runs satisfy. */
  readonly about: 'states' | 'runs';
  /** The names of what must not be reached; or a temporal property, with its formula and the runs that count. */
  readonly property: string;
  /** SHA-256 of the model that was asked about, without comments and layout. */
  readonly model: string;
  /** SHA-256 of what the model was turned into for the proof: an array system, or a program; null where it is proved itself. */
  readonly bridge: string | null;
}

const FIELDS: readonly (keyof CertificateScope)[] = [
  'memory',
  'buffers',
  'per',
  'threads',
  'about',
  'property',
  'model',
  'bridge',
];

/** What was asked, and the model as the engine takes it (`check/suit.ts`), which may be the same one. */
interface AskedAndProved {
  readonly question: Question;
  readonly processes: number | 'any';
  readonly proved: AskedModel;
}

/** Of an answer: how far it reaches (`buffers`) may be more or less than what was asked. */
export function scopeOf({ question, processes, proved }: AskedAndProved, buffers: BufferScope): CertificateScope {
  const { model, memory, property, fairness } = question;
  return {
    memory: memory.name,
    buffers,
    per: typeof buffers === 'number' ? question.buffers.per : 'queue',
    threads: processes,
    about: property === 'states' ? 'states' : 'runs',
    property:
      property === 'states'
        ? statesProperty(model)
        : `${property.name}: ${property.text} (fair threads: ${fairness.fairThreads}, fair buffers: ${fairness.fairBuffers})`,
    model: property === 'states' ? modelDigest(model) : digestOf([modelDigest(model), property.questions()]),
    bridge: proved === model ? null : modelDigest(proved),
  };
}

/** Of the question itself. */
export function askedScope(asked: AskedAndProved): CertificateScope {
  const { memory, buffers } = asked.question;
  return scopeOf(asked, hasBuffers(memory) ? (buffers.most ?? 'unbounded') : null);
}

/** Numbers of open threads whose programs count for the digest, beside the text: they show what of it is asked. */
const SHOWN = [1, 2, 3];

function modelDigest(model: AskedModel): string {
  switch (model.kind) {
    case 'system':
      return systemDigest(model.system);
    case 'program':
      return programDigest(model.program);
    case 'open program': {
      const { file, anyThreads } = model.open;
      const instances = instancesOf(model).map((program) => (program === null ? null : programDigest(program)));
      // Lemmas are hints.
      const asked = askedIn(file.syntax).filter(({ kind }) => kind !== 'lemma');
      return digestOf([asked, anyThreads, instances], withoutSpans);
    }
  }
}

function withoutSpans(name: string, value: unknown): unknown {
  return name === 'start' || name === 'end' ? undefined : value;
}

function instancesOf({ open }: AskedModel & { kind: 'open program' }): (Program | null)[] {
  return SHOWN.map((count) => {
    const made = open.instance(count);
    return 'refused' in made ? null : made.program;
  });
}

const NOTHING = 'no step fails';

function statesProperty(model: AskedModel): string {
  const names = (): string[] => {
    switch (model.kind) {
      case 'system':
        return model.system.unsafe.map(({ name }, position) => name ?? `unsafe[${position + 1}]`);
      case 'program':
        return namesIn(model.program);
      case 'open program':
        return instancesOf(model).flatMap((program) => (program === null ? [] : namesIn(program)));
    }
  };
  return [...new Set(names())].join(', ') || NOTHING;
}

function namesIn(program: Program): string[] {
  const asserts = program.templates.some(({ locations }) => locations.some(({ failure }) => failure !== null));
  const { never, noDeadlock } = program;
  return [
    ...never.map((_, position) => neverName(program, position)),
    ...(noDeadlock === undefined ? [] : [noDeadlock.name]),
    ...(asserts ? ['assert'] : []),
  ];
}

/** Why a certificate with such a scope answers nothing that was asked; null when it does. */
export function scopeFault(certificate: CertificateScope, asked: CertificateScope): string | null {
  const parts: readonly (readonly [boolean, string, string])[] = [
    [certificate.memory === asked.memory, memoryText(certificate), memoryText(asked)],
    [certificate.about === asked.about, aboutText(certificate), aboutText(asked)],
    [reaches(certificate, asked), buffersText(certificate), buffersText(asked)],
    [certificate.threads === asked.threads, threadsText(certificate), threadsText(asked)],
    [certificate.property === asked.property, propertyText(certificate), propertyText(asked)],
  ];
  for (const [same, own, other] of parts) {
    if (!same) return `the certificate is for ${own}; the question is about ${other}`;
  }
  if (certificate.model !== asked.model) {
    return `the certificate is for another model: its digest is ${short(certificate.model)}, that of this one ${short(asked.model)}`;
  }
  if (certificate.bridge === asked.bridge) return null;
  return 'the certificate is for another translation of the model: it was made by another version of this program';
}

/** Whether what is shown with the buffers of one holds with those of the other. */
export function reaches(certificate: CertificateScope, asked: CertificateScope): boolean {
  if (certificate.buffers === asked.buffers && certificate.per === asked.per) return true;
  if (certificate.buffers === null || asked.buffers === null) return false;
  if (certificate.about !== 'states' || asked.about !== 'states') return false;
  if (certificate.buffers === 'unbounded') return true;
  return certificate.per === asked.per && asked.buffers !== 'unbounded' && certificate.buffers > asked.buffers;
}

/** For people: `TSO, buffers of any length, 2 threads, property mutex, model 01234567`. */
export function scopeText(scope: CertificateScope): string {
  const buffers = scope.buffers === null ? [] : [buffersText(scope)];
  const parts = [memoryText(scope), ...buffers, threadsText(scope), propertyText(scope), `model ${short(scope.model)}`];
  return parts.join(', ');
}

function memoryText({ memory }: CertificateScope): string {
  return memoryNamed(memory).title;
}

function buffersText({ buffers, per }: CertificateScope): string {
  if (buffers === null) return 'no buffers';
  if (buffers === 'unbounded') return 'buffers of any length';
  return `buffers of at most ${buffers} ${buffers === 1 ? 'write' : 'writes'}${per === 'location' ? ' of each location' : ''}`;
}

function threadsText({ threads }: CertificateScope): string {
  return threads === 'any' ? 'any number of threads' : `${threads} ${threads === 1 ? 'thread' : 'threads'}`;
}

function aboutText({ about }: CertificateScope): string {
  return about === 'states' ? 'states that are reached' : 'infinite runs';
}

function propertyText({ property }: CertificateScope): string {
  return property === NOTHING ? 'no property but that no step fails' : `property ${property}`;
}

function short(digest: string): string {
  return digest.slice(0, 16);
}

/** The field of a certificate in JSON, with the comma and the end of the line. */
export function scopeField(scope: CertificateScope): string {
  return `"scope": ${JSON.stringify(scope, [...FIELDS])},\n`;
}

/** Of a field that somebody wrote. */
export function readScope(value: unknown, where: string): CertificateScope {
  const fields = new Fields(value, where, FIELDS);
  const scope: CertificateScope = {
    memory: fields.of('memory', oneOf(MEMORY_NAMES)),
    buffers: fields.of('buffers', (buffers, at) => {
      return buffers === null || buffers === 'unbounded' ? buffers : positive(buffers, at);
    }),
    per: fields.of('per', oneOf(['queue', 'location'])),
    threads: fields.of('threads', (threads, at) => (threads === 'any' ? threads : positive(threads, at))),
    about: fields.of('about', oneOf(['states', 'runs'])),
    property: fields.of('property', text),
    model: fields.of('model', digest),
    bridge: fields.of('bridge', (bridge, at) => (bridge === null ? null : digest(bridge, at))),
  };
  const none = !hasBuffers(memoryNamed(scope.memory));
  if (none !== (scope.buffers === null)) throw new Fault(where, 'there are store buffers except under SC');
  if (scope.per === 'location' && typeof scope.buffers !== 'number') throw new Fault(where, 'nothing is counted');
  return scope;
}

function oneOf<Word extends string>(words: readonly Word[]): (value: unknown, where: string) => Word {
  return (value, where) => {
    const found = words.find((word) => word === value);
    if (found === undefined) throw new Fault(where, `none of ${words.join(', ')}`);
    return found;
  };
}

function positive(value: unknown, where: string): number {
  const number = whole(value, where);
  if (number < 1) throw new Fault(where, `${number} is less than 1`);
  return number;
}

function digest(value: unknown, where: string): string {
  const found = text(value, where);
  if (!/^[0-9a-f]{64}$/.test(found)) throw new Fault(where, 'no SHA-256 in hexadecimal digits');
  return found;
}
