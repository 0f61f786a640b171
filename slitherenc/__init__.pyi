"""The public names. Type checkers and `__init__.py` both read this list."""

from slitherenc.api import check as check
from slitherenc.api import decode as decode
from slitherenc.api import draw as draw
from slitherenc.api import draw_svg as draw_svg
from slitherenc.api import encode as encode
from slitherenc.api import generate as generate
from slitherenc.api import write as write
from slitherenc.base.errors import GaveUp as GaveUp
from slitherenc.base.errors import NoBundle as NoBundle
from slitherenc.base.errors import NoPuzzle as NoPuzzle
from slitherenc.base.errors import NoSuchFile as NoSuchFile
from slitherenc.base.errors import NotInstalled as NotInstalled
from slitherenc.base.errors import NotProved as NotProved
from slitherenc.base.errors import ParseError as ParseError
from slitherenc.base.errors import SlitherencError as SlitherencError
from slitherenc.base.errors import SolverFailed as SolverFailed
from slitherenc.base.errors import UsageError as UsageError
from slitherenc.batches.many import solve_many as solve_many
from slitherenc.boards.board import Board as Board
from slitherenc.deduction.diagnose import diagnose as diagnose
from slitherenc.deduction.grade import rate as rate
from slitherenc.deduction.hints import explain as explain
from slitherenc.deduction.hints import follow as follow
from slitherenc.deduction.hints import hint as hint
from slitherenc.deduction.hints import hints as hints
from slitherenc.deduction.hints import mistakes as mistakes
from slitherenc.deduction.step import Step as Step
from slitherenc.deduction.words.pictures import explain_page as explain_page
from slitherenc.model.loop import Loop as Loop
from slitherenc.model.model import Model as Model
from slitherenc.picture_reading import read_picture as read_picture
from slitherenc.proofs.prove import Proof as Proof
from slitherenc.proofs.prove import prove as prove
from slitherenc.proofs.verify import verify as verify
from slitherenc.puzzles.puzzle import Puzzle as Puzzle
from slitherenc.reading import read as read
from slitherenc.registering import register as register
from slitherenc.results import Result as Result
from slitherenc.solvers.session import Session as Session
from slitherenc.solving import count as count
from slitherenc.solving import solve as solve
from slitherenc.web.single import page as page
from slitherenc.web.widget import play as play

__version__: str
