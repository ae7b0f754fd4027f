/** Whether values that were read from a file are values of options. */
import type { Option } from './option.js';

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Whether a value is one that the row of an option allows. */
export function isValueOf(option: Option, value: unknown): boolean {
  switch (option.kind) {
    case 'flag':
      return typeof value === 'boolean';
    case 'number': {
      if (typeof value !== 'number') return (option.words ?? []).some((word) => word === value);
      return value >= option.minimum && value <= option.maximum && (!option.whole || Number.isInteger(value));
    }
    case 'choice':
      return option.choices.some((choice) => choice === value);
    case 'text':
      return isText(value);
    case 'list':
      return Array.isArray(value) && value.every(isText);
    case 'names':
      return isRecord(value) && Object.values(value).every(isText);
  }
}
