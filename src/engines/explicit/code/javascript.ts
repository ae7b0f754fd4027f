/**
 * The JavaScript back end of kernels (`code.ts`): for hosts without WebAssembly, and the oracle of the other back end.
 * Values are kept in the form that `| 0` gives, so that the engine sees small integers.
 */
import { type Code, type CodeFunction, FAULT, GREATEST, LEAST, OVERFLOW, type Statement, variablesOf } from './code.js';

/** Of `checked` arithmetic: products are compared with the bounds before they are cut, and rounding does not cross those. */
const EXACT = 'exact';

/**
 * The text of a function that is given a memory and returns the exported functions and `attach`, which replaces the memory.
 */
export function printJavaScript(functions: readonly CodeFunction[]): string {
  const bodies = functions.map((code) => {
    const variables = [...variablesOf(code), EXACT].map((variable) => `${variable} = 0`);
    const head = `function ${code.name}(${code.parameters.join(', ')}) {\nlet ${variables.join(', ')};`;
    return `${head}\n${statements(code.body)}\nreturn 0;\n}`;
  });
  const names = functions.filter(({ exported }) => exported).map((code) => code.name);
  return [
    "'use strict';",
    ...bodies,
    'function attach(other) { memory = other; }',
    `return { attach, ${names.join(', ')} };`,
  ].join('\n');
}

function statements(body: readonly Statement[]): string {
  return body.map(statement).join('\n');
}

function statement(printed: Statement): string {
  switch (printed.op) {
    case 'set':
      return `${printed.name} = ${value(printed.value)};`;
    case 'store':
      return `${place(printed.address, printed.offset)} = ${value(printed.value)};`;
    case 'if': {
      const otherwise = printed.else.length === 0 ? '' : ` else {\n${statements(printed.else)}\n}`;
      return `if (${condition(printed.condition)}) {\n${statements(printed.then)}\n}${otherwise}`;
    }
    case 'block':
      return `${printed.name}: {\n${statements(printed.body)}\n}`;
    case 'loop':
      return `${printed.name}: for (;;) {\n${statements(printed.body)}\n}`;
    case 'exit':
      return `break ${printed.name};`;
    case 'switch': {
      const cases = printed.cases.map((body, number) => `case ${number}: {\n${statements(body)}\nbreak; }`);
      return `switch (${value(printed.subject)}) {\n${cases.join('\n')}\n}`;
    }
    case 'do':
      return `${value(printed.value)};`;
    case 'return':
      return `return ${value(printed.value)};`;
  }
}

function place(address: Code, offset: number): string {
  const bytes = offset === 0 ? value(address) : `${value(address)} + ${offset}`;
  return `memory[(${bytes}) >>> 2]`;
}

/** As a condition: any value that JavaScript takes for true when it is not 0. */
function condition(code: Code): string {
  if (code.op !== 'binary') return value(code);
  const left = value(code.left);
  const right = value(code.right);
  switch (code.operator) {
    case '==':
      return `${left} === ${right}`;
    case '!=':
      return `${left} !== ${right}`;
    case '<':
    case '<=':
    case '>':
    case '>=':
      return `${left} ${code.operator} ${right}`;
    case '<u':
      return `${left} >>> 0 < ${right} >>> 0`;
    default:
      return value(code);
  }
}

function value(code: Code): string {
  switch (code.op) {
    case 'constant':
      return code.value < 0 ? `(${code.value})` : `${code.value}`;
    case 'get':
      return code.name;
    case 'binary':
      return arithmetic(code);
    case 'choose':
      return `(${condition(code.condition)} ? ${value(code.whenTrue)} : ${value(code.whenFalse)})`;
    case 'let':
      return `(${code.name} = ${value(code.value)}, ${value(code.then)})`;
    case 'checked': {
      const exact = `${EXACT} = ${value(code.left)} ${code.operator} ${value(code.right)}`;
      const failed = `(${FAULT} = ${FAULT} || ${OVERFLOW}, 0)`;
      return `(${exact}, ${EXACT} < ${LEAST} || ${EXACT} > ${GREATEST} ? ${failed} : ${EXACT} | 0)`;
    }
    case 'load':
      return place(code.address, code.offset);
    case 'call':
      return `${code.name}(${code.arguments.map(value).join(', ')})`;
  }
}

function arithmetic(code: Code & { op: 'binary' }): string {
  const { operator } = code;
  switch (operator) {
    case '*':
      return `Math.imul(${value(code.left)}, ${value(code.right)})`;
    case '+':
    case '-':
    case '/':
    case '%':
    case '>>>':
      return `(${value(code.left)} ${operator} ${value(code.right)} | 0)`;
    case '/u':
    case '%u':
      return `((${value(code.left)} >>> 0) ${operator[0]} (${value(code.right)} >>> 0) | 0)`;
    case '&':
    case '|':
    case '^':
    case '<<':
    case '>>':
      return `(${value(code.left)} ${operator} ${value(code.right)})`;
    default:
      return `(${condition(code)} ? 1 : 0)`;
  }
}
