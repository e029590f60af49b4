"""Learning: weights of evaluations from play.

| module | holds |
|---|---|
| `sampling`, `selfplay` | positions from games of varied strength; whole games of the engine with scores and results |
| `labels` | the score that a search gives a state |
| `table_regression` | least squares for sums of table entries, by conjugate gradients |
| `logistic_tables` | logistic regression for sums of table entries, by stochastic gradient descent |
| `ridge_regression` | logistic regression for weighted counts with a ridge penalty, by L-BFGS |
| `temporal_differences` | TD(λ) and lookahead returns from self-play, for games with dice |
| `averaging` | rounds of parallel training whose weights are averaged; the optimiser Adam |
| `network_fitting`, `nnue_fitting`, `epochs` | fits of networks to labelled positions, with PyTorch |
| `linear_games`, `labelled_positions` | games of shallow players by Σ wᵢ · fᵢ, and their positions with results |
| `hill_climbing`, `linear_differences`, `champions` | climbing and annealing, TD(λ), versions that play each other |
| `spsa` | numbers of a player, tuned by pairs of games |
| `weight_learning`, `learning_record` | a run of `mossa learn`: rounds, a curve, and the file from which it resumes |
| `state_categories`, `one_ply` | what categories of states are worth; a perfect e(n) needs one ply |
| `worker_processes` | processes that share out a long job, and the folder that makes it resumable |
| `recipe_command` | the command-line options that all recipes have |
| `recipes` | a program for each thing that was learnt, with the settings it was learnt with |

>>> import mossa
>>> from mossa.learn import LearningRecord, LearningSettings, WeightLearning, require_features
>>> game = mossa.game("tictactoe")
>>> nothing = dict.fromkeys(require_features(game).names, 0.0)
>>> learning = WeightLearning(game, LearningSettings("tictactoe", "regression", nothing, games=200))
>>> curve = learning.run(LearningRecord(), rounds=2)
>>> [one.games for one in curve]
[200, 400]
>>> learning.close()
"""

from mossa.core.features import Features, require_features

from .learning_record import LearningRecord
from .one_ply import EndingScore, play_endings
from .state_categories import Categories, Category, categorise
from .weight_learning import METHODS, LearningRound, LearningSettings, WeightLearning

__all__ = [
    "METHODS",
    "Categories",
    "Category",
    "EndingScore",
    "Features",
    "LearningRecord",
    "LearningRound",
    "LearningSettings",
    "WeightLearning",
    "categorise",
    "play_endings",
    "require_features",
]
