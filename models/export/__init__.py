"""From checkpoints to the ONNX files that ship, and back."""
