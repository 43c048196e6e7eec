# The app in one image, used alike as web process and as cluster worker. How to run it: docs/container.md
FROM python:3.11.13-slim-bookworm

ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
RUN useradd --uid 10001 --no-create-home --home-dir /tmp --shell /usr/sbin/nologin lossviz \
    && install -d -o 10001 -g 10001 /data \
    && install -d -o 10001 -g 10001 -m 700 /certificates
WORKDIR /app

# torch first and alone: its CPU build comes from its own index, everything else from the usual one
ARG TORCH_INDEX=https://download.pytorch.org/whl/cpu
COPY requirements.txt requirements-torch.txt requirements.lock ./
RUN pip install --no-deps --index-url "$TORCH_INDEX" -r requirements-torch.txt \
    && pip install -c requirements.lock -r requirements.txt -r requirements-torch.txt

COPY pyproject.toml app.py ./
COPY .streamlit .streamlit
COPY models models
COPY pages pages
COPY lossviz lossviz
RUN pip install --no-deps --editable . \
    && python -m compileall -q app.py models pages lossviz

# The root may be read-only: runs, tapes and downloaded data go to /data, what may be lost to /tmp.
# A run is one thread: on a machine with many cores, libraries would start one for each, in every process.
ENV LOSSVIZ_HOME=/data \
    HOME=/tmp \
    MPLCONFIGDIR=/tmp/matplotlib \
    NUMBA_CACHE_DIR=/tmp/numba \
    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 NUMBA_NUM_THREADS=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
VOLUME ["/data"]
USER 10001:10001
EXPOSE 8501
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8501/healthz', timeout=2)"]
CMD ["python", "-m", "streamlit", "run", "app.py", "--server.port", "8501"]
