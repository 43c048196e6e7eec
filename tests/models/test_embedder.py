"""Looking through the folded embedder shows what the embedder itself shows."""

import torch

from models.patch2 import Patch2


def seen() -> tuple[torch.Tensor, torch.Tensor]:
    torch.manual_seed(0)
    network = Patch2(2)
    images = torch.rand(16, 1, 28, 28)
    network(images)  # so that the running statistics are not the trivial ones
    with torch.no_grad():
        return network.eval()(images), network.folded()(images)


def test_features_are_the_same() -> None:
    plain, quick = seen()
    torch.testing.assert_close(quick, plain, rtol=1e-4, atol=1e-5)


def test_no_normalisation_is_left() -> None:
    kinds = [type(layer) for layer in Patch2(2).folded()]
    assert torch.nn.BatchNorm2d not in kinds
    assert torch.nn.BatchNorm1d not in kinds
