from threehand._native import hello
