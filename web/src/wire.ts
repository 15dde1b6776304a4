// Every shape that the server and the page send each other, by the names of crates/wire.
// The shapes themselves are made from openapi.json by `npm run types`.

import type { components } from './wire.gen';

type Shapes = components['schemas'];

/** The message of that type. */
type Message<Type extends ToClient['type']> = Extract<ToClient, { type: Type }>;

export type Agreement = Shapes['Agreement'];
export type Ask = Shapes['Ask'] & { as?: Seat };
export type Bidding = Shapes['Bidding'];
export type BookProblem = Shapes['BookProblem'];
export type Candidate = Shapes['Candidate'];
export type ClockFace = Shapes['ClockFace'];
export type Color = Shapes['Color'];
export type ColorTerms = Shapes['ColorTerms'];
export type Company = Shapes['Company'];
export type Course = Shapes['Course'];
export type DeadReason = Shapes['DeadReason'];
export type Estimate = Message<'estimate'>;
export type FromStudy = Shapes['FromStudy'];
export type Grade = Shapes['Grade'];
export type Happened = Shapes['Happened'];
export type Judged = Shapes['Judged'];
export type JudgedMove = Shapes['JudgedMove'];
export type JudgedPosition = Shapes['JudgedPosition'];
export type PositionValue = Shapes['PositionValue'];
export type KnownPosition = Shapes['KnownPosition'];
export type Level = Shapes['Level'];
export type Lesson = Shapes['Lesson'];
export type LessonStep = Shapes['LessonStep'];
export type LineName = Shapes['LineName'];
export type ListedGame = Shapes['ListedGame'];
export type Link = Shapes['Link'];
export type Reach = Shapes['Reach'];
export type Attendance = Shapes['Attendance'];
export type IfPassed = Shapes['IfPassed'];
export type NewRoom = Partial<Shapes['NewRoom']>;
export type OpenedRoom = Shapes['OpenedRoom'];
export type Outcome = Shapes['Outcome'];
export type Position = Shapes['Position'];
export type PositionFace = Shapes['PositionFace'];
export type Presence = Message<'presence'>;
export type Problem = Shapes['Problem'];
export type ProblemBook = Shapes['ProblemBook'];
export type ProblemCode = Shapes['ProblemCode'];
export type ProblemEntry = Shapes['ProblemEntry'];
export type ProblemIndex = Shapes['ProblemIndex'];
export type RecordEdit = Shapes['RecordEdit'];
export type RecordNode = Shapes['RecordNode'];
export type RecordTree = Shapes['RecordTree'];
export type RefusalCode = Shapes['RefusalCode'];
export type Refused = Message<'refused'>;
export type Reply = Shapes['Reply'];
export type ReviewReason = Shapes['ReviewReason'];
export type ReviewedGame = Shapes['ReviewedGame'];
export type ReviewJudge = Shapes['ReviewJudge'];
export type RoomList = Shapes['RoomList'];
export type RoomSummary = Shapes['RoomSummary'];
export type RulesPage = Shapes['RulesPage'];
export type Scene = Shapes['Scene'];
export type Score = Shapes['Score'];
export type Seat = Shapes['Seat'];
export type ServerFacts = Shapes['ServerFacts'];
export type StudyRefusalCode = Shapes['StudyRefusalCode'];
export type Terms = Shapes['Terms'];
export type ToClient = Shapes['ToClient'];
export type Announcement = Shapes['Announcement'];
export type ToServer = Shapes['ToServer'];
export type ToStudy = Shapes['ToStudy'];
export type UndoTerms = Shapes['UndoTerms'];
export type Update = Message<'update'>;
/** `D4`, or `pass` where a move is meant. */
export type Vertex = Shapes['Vertex'];

export function otherColor(color: Color): Color {
  return color === 'black' ? 'white' : 'black';
}

export function otherSeat(seat: Seat): Seat {
  return seat === 'host' ? 'guest' : 'host';
}
