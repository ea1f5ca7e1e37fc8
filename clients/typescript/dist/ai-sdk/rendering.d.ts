import type { SearchData } from "../types.js";
type Episode = NonNullable<SearchData["episodes"]>[number];
/** A line for each memory, the best first, as many as the budget takes; "" where none does. */
export declare function rendered(episodes: Episode[], maxTokens: number): string;
/** Rather too many than too few: four characters of ASCII, and each other one by itself. */
export declare function tokens(text: string): number;
export {};
