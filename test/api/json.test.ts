import { describe, expect, it } from 'vitest';
import { readJson } from '../../src/api/json.js';
import { Refusal } from '../../src/domain/refusal.js';

const read = (text: string) => readJson(Buffer.from(text));

function refused(bytes: Uint8Array): { code: string; param?: string | undefined } {
  try {
    readJson(bytes);
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, param: error.param };
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('readJson', () => {
  it('reads an object, however it is spaced', () => {
    expect(read(' {"a" : [1, {"b": "x\\"}"}] ,\n"c":null}\n').value).toEqual({
      a: [1, { b: 'x"}' }],
      c: null,
    });
  });

  it.each([
    ['nothing', ''],
    ['broken JSON', '{"a":1'],
    ['a trailing comma', '{"a":1,}'],
    ['two documents', '{}{}'],
    ['an array', '[]'],
    ['null', 'null'],
    ['text', '"a"'],
    ['a byte order mark', '\uFEFF{}'],
  ])('refuses %s', (_what, text) => {
    expect(refused(Buffer.from(text))).toEqual({ code: 'invalid_body', param: undefined });
  });

  it('refuses bytes that are not UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
    expect(refused(bytes).code).toBe('invalid_body');
  });

  it.each([
    ['a key twice', '{"a":1,"a":1}', 'a'],
    ['a key twice, once escaped', '{"a":1,"\\u0061":1}', 'a'],
    ['a key twice inside', '{"a":{"b":[0,{"c":1,"c":2}]}}', 'a.b[1].c'],
    ['__proto__', '{"a":{"__proto__":{}}}', 'a.__proto__'],
    ['an escaped __proto__', '{"\\u005f_proto__":1}', '__proto__'],
    ['a lone surrogate', '{"a":{"b":"\\ud800"}}', 'a.b'],
    ['a lone surrogate in a key', '{"\\udc00":1}', '\uFFFD'],
  ])('refuses %s', (_what, text, param) => {
    expect(refused(Buffer.from(text))).toEqual({ code: 'invalid_body', param });
  });

  it('accepts the same key in different objects, and a key as a value', () => {
    expect(read('{"a":{"x":1},"b":{"x":"a"},"c":["a","a"]}').value).toBeDefined();
  });

  it('takes 32 levels and refuses 33', () => {
    const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect(read(nested(32)).value).toBeDefined();
    expect(refused(Buffer.from(nested(33))).code).toBe('invalid_body');
  });

  it('returns the path of the first U+0000, and accepts other escapes', () => {
    expect(read('{"a":"\\u00e9\\ud83d\\ude00"}').nul).toBeUndefined();
    expect(read('{"a":"\\u00e9","b":{"c":["x","\\u0000"]}}').nul).toBe('b.c[1]');
    expect(read('{"a":"\\\\u0000"}').nul).toBeUndefined();
  });
});
