import type { Shared } from './src/words/shared';

export function texts(language: string): Map<string, string>;
export function shared(language: string): Shared;
export function writeShared(): void;
